// The script of the list of experiments: what every page does.
import { startPage } from '../site/start.ts';

startPage();
