// Times a training step of TensorFlow.js on its WASM back end with SIMD, on one thread: forward, loss, backward, Adam,
// and the making of the batch. The model is that of torch-steps.py: pre-LN, causal, learned positions.
//
// Started by tfjs.mjs, with the folder that TensorFlow.js is installed in and a work in JSON; prints one line of JSON,
// with the losses at both ends, which show that what was timed is training. With `transpose-first` as a third argument no
// product has a transposed factor: this back end has a plain loop for those, and a fast kernel for all others.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [, , folder, work, option] = process.argv;
const require = createRequire(join(folder, 'package.json'));
const tf = require('@tensorflow/tfjs');
const { setThreadsCount } = require('@tensorflow/tfjs-backend-wasm');

const VOCAB_SIZE = 16;
const N_HEAD = 4;
const SEPARATOR = 1;
const FIRST_SYMBOL = 2;
const EPS = 1e-5;
const LEARNING_RATE = 1e-3;
const WARM_UP_STEPS = 5;
const MIN_STEPS = 15;
const SECONDS = 5;

const zeros = (...shape) => tf.variable(tf.zeros(shape));
const ones = (...shape) => tf.variable(tf.ones(shape));
const normal = (...shape) => tf.variable(tf.randomNormal(shape));
const xavier = (dIn, dOut) => {
  const bound = Math.sqrt(6 / (dIn + dOut));
  return tf.variable(tf.randomUniform([dIn, dOut], -bound, bound));
};
const linearOf = (dIn, dOut) => ({ weight: xavier(dIn, dOut), bias: zeros(dOut) });
const normOf = (d) => ({ gamma: ones(d), beta: zeros(d) });

/** The last two axes exchanged. */
const transposed = (x) =>
  x.transpose(x.shape.map((_, axis, { length }) => (axis < length - 2 ? axis : 2 * length - 3 - axis)));

/** a · b, whose gradient as the library has it is made of products with a transposed factor. */
const product =
  option === 'transpose-first'
    ? tf.customGrad((a, b, save) => {
        save([a, b]);
        return {
          value: a.matMul(b),
          gradFunc: (dy, [a, b]) => [dy.matMul(transposed(b)), transposed(a).matMul(dy)],
        };
      })
    : (a, b) => a.matMul(b);
const productWithTransposed = (a, b) =>
  option === 'transpose-first' ? product(a, transposed(b)) : a.matMul(b, false, true);

const linear = (x, { weight, bias }) => product(x, weight).add(bias);

function layerNorm(x, { gamma, beta }) {
  const { mean, variance } = tf.moments(x, -1, true);
  return x.sub(mean).mul(variance.add(EPS).rsqrt()).mul(gamma).add(beta);
}

/** Rows are (batch · nCtx, dModel) everywhere but between the projections of attention. */
function attention(x, block, mask, { dModel, nCtx, batch }) {
  const dHead = dModel / N_HEAD;
  const heads = (rows) => rows.reshape([batch, nCtx, N_HEAD, dHead]).transpose([0, 2, 1, 3]);
  const [q, k, v] = tf.split(linear(x, block.inProj), 3, 1).map(heads);
  const scores = productWithTransposed(q, k)
    .mul(1 / Math.sqrt(dHead))
    .add(mask);
  const out = product(scores.softmax(), v).transpose([0, 2, 1, 3]);
  return linear(out.reshape([batch * nCtx, dModel]), block.outProj);
}

function makeModel(work) {
  const { nLayer, dModel, nCtx, batch } = work;
  // The gradient of a look-up has no kernel in this back end; a product with one-hot rows is the same layer.
  const tokEmbedding = normal(VOCAB_SIZE, dModel);
  const posEmbedding = normal(nCtx, dModel);
  const blocks = Array.from({ length: nLayer }, () => ({
    norm1: normOf(dModel),
    inProj: linearOf(dModel, 3 * dModel),
    outProj: linearOf(dModel, dModel),
    norm2: normOf(dModel),
    linear1: linearOf(dModel, 4 * dModel),
    linear2: linearOf(4 * dModel, dModel),
  }));
  const norm = normOf(dModel);
  const unembedding = linearOf(dModel, VOCAB_SIZE);
  const mask = tf.tensor2d(
    Array.from({ length: nCtx }, (_, i) => Array.from({ length: nCtx }, (_, j) => (j <= i ? 0 : -1e9))),
  );
  return (oneHotTokens) => {
    const embedded = product(oneHotTokens, tokEmbedding).reshape([batch, nCtx, dModel]).add(posEmbedding);
    let x = embedded.reshape([batch * nCtx, dModel]);
    for (const block of blocks) {
      x = x.add(attention(layerNorm(x, block.norm1), block, mask, work));
      x = x.add(linear(linear(layerNorm(x, block.norm2), block.linear1).relu(), block.linear2));
    }
    return linear(layerNorm(x, norm), unembedding);
  };
}

/** Tokens and targets of the reversal of a sequence, as one-hot rows; a row without a target is all zeros. */
function reversal({ nCtx, batch }) {
  const n = nCtx / 2;
  const tokens = new Float32Array(batch * nCtx * VOCAB_SIZE);
  const targets = new Float32Array(batch * nCtx * VOCAB_SIZE);
  for (let b = 0; b < batch; b++) {
    const symbols = Array.from(
      { length: n },
      () => FIRST_SYMBOL + Math.floor(Math.random() * (VOCAB_SIZE - FIRST_SYMBOL)),
    );
    const answer = symbols.toReversed();
    const row = (t) => (b * nCtx + t) * VOCAB_SIZE;
    [...symbols, SEPARATOR, ...answer.slice(0, -1)].forEach((token, t) => (tokens[row(t) + token] = 1));
    answer.forEach((target, t) => (targets[row(n + t) + target] = 1));
  }
  const shape = [batch * nCtx, VOCAB_SIZE];
  return { tokens: tf.tensor2d(tokens, shape), targets: tf.tensor2d(targets, shape) };
}

function timeSteps(work) {
  const logits = makeModel(work);
  const optimizer = tf.train.adam(LEARNING_RATE);
  const nTargets = (work.batch * work.nCtx) / 2;
  const step = () =>
    tf.tidy(() => {
      const { tokens, targets } = reversal(work);
      const loss = () => tf.logSoftmax(logits(tokens)).mul(targets).sum().div(-nTargets);
      return optimizer.minimize(loss, true).dataSync()[0];
    });

  const losses = Array.from({ length: WARM_UP_STEPS }, step);
  const times = [];
  const end = performance.now() + 1000 * SECONDS;
  while (times.length < MIN_STEPS || performance.now() < end) {
    const start = performance.now();
    losses.push(step());
    times.push(performance.now() - start);
  }
  const mean = (values) => values.reduce((a, b) => a + b) / values.length;
  return {
    milliseconds: times.toSorted((a, b) => a - b)[times.length >> 1],
    steps: times.length,
    firstLoss: mean(losses.slice(0, 5)),
    lastLoss: mean(losses.slice(-5)),
    version: tf.version.tfjs,
  };
}

tf.env().set('PROD', true);
setThreadsCount(1);
if (!(await tf.setBackend('wasm'))) throw new Error('TensorFlow.js has no WASM back end here');
if (!tf.env().getBool('WASM_HAS_SIMD_SUPPORT')) throw new Error('TensorFlow.js finds no SIMD here');
console.log(JSON.stringify(timeSteps(JSON.parse(work))));
