/** Colors of stores: background and text. */
export const palette = [
  ['#0f766e', '#ffffff'],
  ['#9f1239', '#ffffff'],
  ['#1d4ed8', '#ffffff'],
  ['#14532d', '#f0fdf4'],
  ['#7c2d12', '#fff7ed'],
  ['#facc15', '#1c1917'],
  ['#312e81', '#e0e7ff'],
  ['#0c4a6e', '#f0f9ff'],
] as const

/** Colors that are hard to read, which causes an alert. */
export const lowContrastPalette = [
  ['#fde047', '#ffffff'],
  ['#94a3b8', '#cbd5e1'],
  ['#4ade80', '#ffffff'],
] as const
