import { createGlobalTheme } from '@vanilla-extract/css'

/**
 * Design tokens: calm slate surfaces, one indigo accent, a 4 px grid, 14 px text. Every style takes
 * its values from here.
 */
export const theme = createGlobalTheme(':root', {
  color: {
    canvas: '#f8fafc',
    surface: '#ffffff',
    sunken: '#f1f5f9',
    line: '#e2e8f0',
    shade: 'rgb(15 23 42 / 12%)',
    lineStrong: '#94a3b8',
    /** Border of a checkbox: 3:1 contrast on every surface. */
    box: '#7b899f',
    text: '#0f172a',
    textSoft: '#475569',
    accent: '#4338ca',
    accentHover: '#3730a3',
    accentSoft: '#eef2ff',
    onAccent: '#ffffff',
    error: '#b91c1c',
    errorHover: '#991b1b',
    errorSoft: '#fef2f2',
    warning: '#92400e',
    warningHover: '#78350f',
    warningSoft: '#fffbeb',
    success: '#166534',
    successHover: '#14532d',
    successSoft: '#f0fdf4',
    focus: '#4f46e5',
  },
  space: {
    x1: '4px',
    x2: '8px',
    x3: '12px',
    x4: '16px',
    x5: '20px',
    x6: '24px',
    x8: '32px',
    x12: '48px',
  },
  radius: { small: '4px', medium: '7px', large: '10px', round: '999px' },
  font: {
    body: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
    mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  },
  size: { small: '12px', normal: '14px', large: '16px', title: '20px' },
  height: { small: '28px', normal: '32px', topBar: '48px' },
  width: { menu: '216px', menuCollapsed: '56px', panel: '440px' },
})

/** Window widths at which the layout changes; the narrow one is spec.md's 720 px. */
export const media = {
  narrow: '(max-width: 719.98px)',
  wide: '(min-width: 720px)',
  roomy: '(min-width: 1100px)',
} as const
