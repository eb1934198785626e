// @vitest-environment node
// What leaves the lab: links and code to embed, and a whole run as CSV and JSON.
import { describe, expect, test } from 'vitest';
import { parseHash } from '../../web/element/address.ts';
import { type ExportedVariant, runCsv, runJson, shortFloat } from '../../web/element/run-export.ts';
import { LabSettings } from '../../web/element/settings.ts';
import { elementCode, frameCode, isLocal, pageAddress, shareLink } from '../../web/element/share-code.ts';
import { History } from '../../web/lab/history.ts';
import { load, type PartialRunConfig, resolveRunConfig, type StepMetrics } from '../../web/lib/index.ts';

const PAGE = 'https://example.org/lab/';
const read = (text: string) => LabSettings.read(new URLSearchParams(text)).settings;

describe('links and code', () => {
  const OWN = 'task=text&placement=post,pre&text=' + encodeURIComponent('a "b" <c> & d, e\n'.repeat(8));
  const unescaped = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

  test.each(['', 'depth=12&warmup=0,200', 'placement=pre,pre&final-norm=1,0&seed=7', OWN])(
    'lead to the settings they are of: %s',
    (text) => {
      const settings = read(text);
      const sameAs = (params: Iterable<readonly [string, string]>) => {
        const { settings: again, notices } = LabSettings.read(params);
        expect(notices).toEqual([]);
        expect(again.equals(settings)).toBe(true);
      };
      const ofHash = (href: string) => parseHash(new URL(href).hash)!.filter(([key]) => key !== 'v');
      sameAs(ofHash(shareLink(PAGE, settings.toParams())));
      const frame = frameCode(`${PAGE}embed.html`, settings.toParams(), 'A "title"');
      const [, source] = /^<iframe src="([^"]*)" title="A &quot;title&quot;" /.exec(frame)!;
      expect(unescaped(source!)).toMatch(/^https:\/\/example\.org\/lab\/embed\.html\?v=1(#|$)/);
      sameAs(ofHash(unescaped(source!)));
      const [, attributes] = /<addnorm-lab([^>]*)><\/addnorm-lab>$/.exec(elementCode(settings.toParams()))!;
      sameAs(
        [...attributes!.matchAll(/ ([a-z0-9-]+)="([^"]*)"/g)].map(([, key, value]) => [
          key!,
          unescaped(value!),
        ]),
      );
    },
  );

  test('are of a page in full, without what stands after it; what is no address is none', () => {
    expect(pageAddress('../x.html?embed#v=1', 'https://example.org/lab/a/')).toBe(
      'https://example.org/lab/x.html',
    );
    expect(pageAddress('', PAGE)).toBe('');
    expect(pageAddress('http://', PAGE)).toBe('');
  });

  test('say whether they work elsewhere', () => {
    expect(
      ['http://localhost:5173/', 'http://127.0.0.1/a', 'http://[::1]:80/', 'file:///lab.html'].map(isLocal),
    ).toEqual([true, true, true, true]);
    expect(isLocal(PAGE)).toBe(false);
  });
});

describe('a run as a file', () => {
  const TINY: PartialRunConfig = { model: { dModel: 8, nHead: 2, nCtx: 8 }, batch: 2 };
  const VERSION = '1.2.3';

  /** Runs of two depths, the second one step shorter, with a label that CSV has to quote. */
  async function runs(): Promise<{ variants: ExportedVariant[]; rows: StepMetrics[][] }> {
    const addnorm = await load();
    const train = (nLayer: number, steps: number, label: string, id: string) => {
      const { model: modelConfig, ...training } = resolveRunConfig({
        ...TINY,
        model: { ...TINY.model, nLayer },
      });
      const model = addnorm.createModel(modelConfig);
      const trainer = addnorm.createTrainer({ model, ...training });
      const history = new History();
      const rows = Array.from({ length: steps }, () => trainer.step());
      rows.forEach((row) => history.append(row));
      const fingerprint = trainer.fingerprint();
      const config = { model: model.config, ...trainer.config };
      model.dispose();
      return { rows, variant: { id, label, config, fingerprint, nonFinite: null, history } };
    };
    const all = [train(1, 205, 'post-LN, "odd"', 'a'), train(2, 204, 'pre-LN', 'b')];
    return { variants: all.map(({ variant }) => variant), rows: all.map(({ rows }) => rows) };
  }

  test('is a row of CSV for each step and variant, every metric in it', async () => {
    const { variants, rows } = await runs();
    const text = [...runCsv({ version: VERSION, params: [], variants })].join('');
    const [head, ...lines] = text.trimEnd().split('\r\n');
    const columns = head!.split(',');
    expect(columns.slice(0, 8)).toEqual('variant,label,step,loss,accuracy,lr,gradNorm,isClipped'.split(','));
    expect(new Set(columns).size).toBe(columns.length);
    expect(lines).toHaveLength(205 + 204);
    const cellsOf = (line: string) => line.replace('"post-LN, ""odd"""', 'quoted').split(',');
    for (const line of lines) expect(cellsOf(line)).toHaveLength(columns.length);
    const cell = (line: string, name: string) => cellsOf(line)[columns.indexOf(name)];
    expect(lines.slice(0, 3).map((line) => [cell(line, 'variant'), cell(line, 'step')])).toEqual([
      ['a', '1'],
      ['b', '1'],
      ['a', '2'],
    ]);
    const last = lines.at(-2)!;
    expect(cell(last, 'label')).toBe('pre-LN');
    expect(Number(cell(last, 'loss'))).toBe(rows[1]![203]!.loss);
    expect(Number(cell(last, 'weightGradNorm.3'))).toBeCloseTo(rows[1]![203]!.weightGradNorm[3]!, 6);
    expect(cell(lines[0]!, 'weightGradNorm.1')).not.toBe('');
    expect(cell(lines[0]!, 'weightGradNorm.3')).toBe('');
  });

  test('is JSON of the shape that is documented, numbers that are not finite as text', async () => {
    const { variants, rows } = await runs();
    const broken = new History();
    broken.append({
      ...rows[0]![0]!,
      loss: NaN,
      gradNorm: Infinity,
      branchRms: new Float64Array([-Infinity, 1]),
    });
    const nonFinite = { step: 1, tensor: 'logits', block: null };
    const run = {
      version: VERSION,
      params: [['depth', '1,2']] as const,
      variants: [...variants, { ...variants[0]!, id: 'c', history: broken, nonFinite }],
    };
    const json = JSON.parse([...runJson(run)].join('')) as {
      variants: { metrics: Record<string, unknown[]> }[];
    };
    const { metrics, ...first } = json.variants[0]!;
    expect({ ...json, variants: [] }).toEqual({
      format: 'addnorm-run',
      formatVersion: 1,
      addnorm: VERSION,
      params: { depth: '1,2' },
      variants: [],
    });
    const { history, ...expected } = variants[0]!;
    expect(first).toEqual(expected);
    expect(history.length).toBe(205);
    expect(metrics['loss']).toEqual(rows[0]!.map(({ loss }) => loss));
    expect(metrics['weightGradNorm']).toHaveLength(205);
    expect((metrics['weightGradNorm'] as number[][]).map((row) => row.map(Math.fround))).toEqual(
      rows[0]!.map(({ weightGradNorm }) => [...weightGradNorm].map(Math.fround)),
    );
    const last = json.variants[2]!;
    expect(last).toMatchObject({ id: 'c', nonFinite });
    expect([last.metrics['loss'], last.metrics['gradNorm'], last.metrics['branchRms']]).toEqual([
      ['NaN'],
      ['Infinity'],
      [['-Infinity', 1]],
    ]);
  });

  test('has of a float as many digits as it needs', () => {
    expect([0.1, 1 / 3, 1e-30, 16777217, -2, NaN, 0].map((x) => shortFloat(Math.fround(x)))).toEqual([
      '0.1',
      '0.33333334',
      '1e-30',
      '16777216',
      '-2',
      'NaN',
      '0',
    ]);
    for (let i = 1; i < 2000; i++) {
      const value = Math.fround(Math.sin(i) * 10 ** ((i % 60) - 30));
      expect(Math.fround(Number(shortFloat(value)))).toBe(value);
    }
  });
});
