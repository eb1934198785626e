// All CSS of the views as strings, for whoever owns the shadow root or the page they stand in:
// `themeStyles` (the tokens) once per root, and `chartStyles` (uPlot's and ours).

import uplotCss from 'uplot/dist/uPlot.min.css?inline';
import blockCss from './block-diagram.css?inline';
import chartCss from './chart.css?inline';
import heatMapCss from './heat-map.css?inline';

export { themeStyles } from './theme.ts';

export const chartStyles: string = [uplotCss, chartCss, heatMapCss, blockCss].join('\n');
