// @ts-check
// The JSON Schema of a run's configuration (PartialRunConfig), made from the one schema, web/lib/config.ts. It says what can be
// said of each setting alone; what two settings have to agree on is found when a configuration is read.
import { inRoot } from './run.mjs';

/** @typedef {import('../lib/setting.ts').Setting} Setting */
/** @typedef {import('../lib/setting.ts').Section} Section */

/** The schema as an object. */
export async function configSchema() {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(inRoot('web', 'lib', 'config.ts'), {
    configFile: false,
    logLevel: 'error',
  });
  const { SCHEMA } = /** @type {typeof import('../lib/config.ts')} */ (module);
  const { run, ...sections } = SCHEMA;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'addnorm run configuration',
    description: 'Everything that decides a training run. What is left out takes its default.',
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(sections).map(([name, rows]) => [name, sectionSchema(rows)])),
      ...settingSchemas(run),
    },
    additionalProperties: false,
  };
}

/** A section with a kind may be that kind alone. @param {Section} section */
function sectionSchema(section) {
  const asObject = { type: 'object', properties: settingSchemas(section), additionalProperties: false };
  return section['kind'] ? { anyOf: [settingSchema(section['kind']), asObject] } : asObject;
}

/** @param {Section} section */
const settingSchemas = (section) =>
  Object.fromEntries(Object.entries(section).map(([name, setting]) => [name, settingSchema(setting)]));

/** @param {Setting} setting */
function settingSchema(setting) {
  const { label, help } = setting;
  const fixed = typeof setting.default === 'function' ? {} : { default: setting.default };
  return { title: label, description: help, ...valueSchema(setting), ...fixed };
}

/** @param {Setting} setting */
function valueSchema(setting) {
  switch (setting.type) {
    case 'integer':
    case 'number':
      return { type: setting.type, minimum: setting.min, maximum: setting.max };
    case 'choice':
      return { enum: setting.choices };
    case 'text':
      return { type: 'string', minLength: setting.min, maxLength: setting.max };
    case 'slots':
      return slotsSchema();
    case 'boolean':
      return { type: 'boolean' };
  }
}

function slotsSchema() {
  const slot = { type: 'boolean' };
  const properties = { input: slot, output: slot, after: slot };
  return { type: 'object', properties, additionalProperties: false };
}
