// The icon of the site, as an address: a block with its residual connection.

const SVG = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#15191d'/><path d='M11 28V4' stroke='#fff' stroke-width='3'/><circle cx='11' cy='12' r='4.5' fill='#15191d' stroke='#fff' stroke-width='2'/><path d='M8.5 12h5M11 9.5v5' stroke='#fff' stroke-width='1.5'/><path d='M11 25h11V12h-6' fill='none' stroke='#fff' stroke-width='2'/><rect x='17' y='15.5' width='10' height='6' rx='1.5' fill='#4aa3e8'/></svg>`;

export const ICON = `data:image/svg+xml,${SVG.replace(/[<>#]/g, encodeURIComponent)}`;
