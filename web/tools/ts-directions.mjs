// @ts-check
// Who may import whom in web/, for dependency-cruiser. An arrow: app → element → lab, charts → lib,
// app → experiments → bench → lab, app → maps, microscope, embed → element, and cli → element, bench.

/** What a folder may import, besides itself. A folder that is not here may import anything. */
const MAY_IMPORT = {
  lib: [],
  lab: ['lib'],
  charts: ['lib'],
  element: ['lab', 'charts', 'lib'],
  bench: ['lab', 'lib'],
  maps: ['element', 'lab', 'charts', 'lib'],
  experiments: ['bench', 'lab', 'charts', 'lib'],
  embed: ['element', 'lab', 'charts', 'lib'],
  cli: ['element', 'bench', 'lab', 'charts', 'lib'],
  microscope: ['element', 'charts', 'lib'],
  app: ['embed', 'element', 'maps', 'microscope', 'experiments', 'lab', 'charts', 'bench', 'lib'],
};

const directions = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  name: `${folder}-imports-${others.join('-') || 'nothing'}`,
  severity: 'error',
  from: { path: `^web/${folder}/` },
  to: { path: '^web/', pathNot: `^web/(${[folder, ...others].join('|')})/` },
}));

export default {
  forbidden: [
    ...directions,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'charts-import-only-types-of-lib',
      severity: 'error',
      comment: 'A chart is a function of plain data; it must not pull the module in.',
      from: { path: '^web/charts/' },
      to: { path: '^web/lib/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-node-in-the-page',
      severity: 'error',
      // What is for Node alone says so in its name.
      from: {
        path: '^web/(lib|lab|bench|experiments|charts|element|microscope|app|embed)/',
        pathNot: '\\.node\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      comment: 'What the build makes is not there yet, and a peer of the benchmark may not be installed.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|@tensorflow/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    // An import of types only counts: it is a direction too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
  },
};
