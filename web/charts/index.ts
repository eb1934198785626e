export { AttentionMap } from './attention-map.ts';
export type { AttentionMapOptions, AttentionMapState } from './attention-map.ts';
export { BlockDiagram } from './block-diagram.ts';
export type {
  BlockDiagramOptions,
  BlockDiagramState,
  BlockPart,
  BlockValues,
  SubLayerValues,
} from './block-diagram.ts';
export { formulaText } from './block-formula.ts';
export type { ChangeGain, GainChange, GainName } from './block-gain-editor.ts';
export { CursorSync } from './cursor-sync.ts';
export { describeBlock, describeLoss, LEARNED_BELOW } from './describe.ts';
export type { BlockArrangement, LossDescription } from './describe.ts';
export { describeHeatMap, describeProfile } from './describe-places.ts';
export type { HeatMapDescription, PlaceNames, ProfileDescription } from './describe-places.ts';
export type { AttentionPattern } from './describe-attention.ts';
export { describeCurves } from './describe-curves.ts';
export type { CurvesDescription } from './describe-curves.ts';
export { formatNumber, formatTick } from './format.ts';
export { html } from './dom.ts';
export { FrameTask, ThrottledTask } from './frame-task.ts';
export { HeatMap } from './heat-map.ts';
export type { HeatMapOptions, HeatMapState } from './heat-map.ts';
export { valueAt } from './heat-map-grid.ts';
export type { HeatMapVariant, RowLayout } from './heat-map-grid.ts';
export { LineChart } from './line-chart.ts';
export type { LineChartOptions, LineChartState } from './line-chart.ts';
export { messagesEn } from './messages.en.ts';
export type { ChartMessages } from './messages.en.ts';
export { ProfileChart } from './profile-chart.ts';
export type { ProfileChartOptions, ProfileChartState, ProfileVariant } from './profile-chart.ts';
export { chartStyles, themeStyles } from './styles.ts';
export { onPlacementVar, placementVar, PLACEMENTS, seriesStyle } from './theme.ts';
export type { SeriesStyle } from './theme.ts';
export type {
  CurvesNote,
  GuideLine,
  LineSeries,
  NormKind,
  Placement,
  ReferenceLine,
  Slots,
  TableData,
  VariantIdentity,
  VerticalMark,
  YScale,
} from './types.ts';
