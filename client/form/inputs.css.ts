import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const range = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: theme.space.x2 })

export const swatch = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x2,
  whiteSpace: 'nowrap',
})

export const choices = style({ display: 'grid', gap: theme.space.x1, minWidth: 0 })
export const boxes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))',
  gap: `0 ${theme.space.x3}`,
  padding: theme.space.x2,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
})
export const box = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '28px',
})

export const several = style({ display: 'grid', gap: theme.space.x2, minWidth: 0 })
export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x1 })
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  paddingLeft: theme.space.x2,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  overflowWrap: 'anywhere',
})
export const remove = style({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '28px',
  height: '28px',
  color: theme.color.textSoft,
})

export const folded = style({ minWidth: 0 })
globalStyle(`${choices} > legend`, { marginBottom: theme.space.x1 })
export const entries = style({ display: 'grid', gap: theme.space.x1, minWidth: 0 })
/** The picker of a colour, as the swatch before its text. */
export const picker = style({
  appearance: 'none',
  width: '20px',
  height: '20px',
  padding: 0,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.small,
  background: 'none',
  overflow: 'hidden',
  cursor: 'pointer',
  selectors: {
    '&::-webkit-color-swatch-wrapper': { padding: 0 },
    '&::-webkit-color-swatch': { border: 0 },
    '&::-moz-color-swatch': { border: 0 },
    '&[data-empty]': { borderStyle: 'dashed' },
    'html:not([data-hydrated]) &': { pointerEvents: 'none' },
  },
})
