// The parts of a PyTorch script (pytorch-script.ts) that are the same for every model that has them: Python, as it stands.

export const RMS_NORM = `
class RMSNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(D_MODEL))

    def forward(self, x):
        return self.weight * x / torch.sqrt((x * x).mean(-1, keepdim=True) + EPS)`;

export const BATCH_NORM = `
class BatchNorm(nn.Module):
    """Over all tokens of the batch: by its own statistics in training, by the running ones after model.eval()."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(D_MODEL))
        self.bias = nn.Parameter(torch.zeros(D_MODEL))
        self.register_buffer("running_mean", torch.zeros(D_MODEL))
        self.register_buffer("running_var", torch.ones(D_MODEL))

    def forward(self, x):
        statistics = self.running_mean, self.running_var
        rows = x.reshape(-1, D_MODEL)
        return F.batch_norm(rows, *statistics, self.weight, self.bias, self.training, 0.1, EPS).reshape(x.shape)`;

export const SINUSOIDS = `
def sinusoids():
    """(N_CTX, D_MODEL): sines and cosines in turn, of wavelengths from 2 pi to 20000 pi (Vaswani et al. 2017)."""
    position = torch.arange(N_CTX, dtype=torch.float64).unsqueeze(1)
    feature = torch.arange(D_MODEL)
    angle = position / 10000.0 ** ((feature - feature % 2).double() / D_MODEL)
    return torch.where(feature % 2 == 0, angle.sin(), angle.cos()).float()`;

export const READER = `
def read_safetensors(path):
    """The tensors of a file: the length of a header (8 bytes), the header (JSON), and the numbers."""
    with open(path, "rb") as file:
        data = file.read()
    start = 8 + int.from_bytes(data[:8], "little")
    tensors = {}
    for name, entry in json.loads(data[8:start]).items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            numbers = np.frombuffer(data[start + begin : start + end], dtype="<f4").astype(np.float32)
            tensors[name] = torch.from_numpy(numbers.reshape(entry["shape"]))
    return tensors`;
