// The script of the list of experiments: what every page does.
import { followAddress } from '../site/follow-address.ts';

followAddress();
