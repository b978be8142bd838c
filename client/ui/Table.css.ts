import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

/** A table wider than its place scrolls in this; the keyboard reaches it. */
export const scroll = style({
  position: 'relative',
  minWidth: 0,
  overflowX: 'auto',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
})
export const table = style({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontVariantNumeric: 'tabular-nums',
})
globalStyle(`${table} th, ${table} td`, {
  height: '38px',
  padding: `0 ${theme.space.x3}`,
  borderBottom: `1px solid ${theme.color.line}`,
  textAlign: 'start',
  whiteSpace: 'nowrap',
  maxWidth: '320px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})
// The dash of a cell without a value; what stands after the slash is what screen readers say.
globalStyle(`${table} td:empty::before`, {
  content: ["'–'", "'–' / ''"],
  color: theme.color.textSoft,
})
globalStyle(`${table} tbody tr:last-child > *`, { borderBottom: 0 })
globalStyle(`${table} thead th`, {
  background: theme.color.canvas,
  color: theme.color.textSoft,
  fontSize: '13px',
  fontWeight: 500,
})
globalStyle(`${table} tbody th`, { fontWeight: 500 })
globalStyle(`${table} [data-numeric]`, { textAlign: 'end' })
globalStyle(`${table} tbody tr:hover`, { background: theme.color.canvas })

/** Many rows scroll below their head, which stays. */
export const tall = style({ maxHeight: 'min(70dvh, 640px)', overflowY: 'auto' })
globalStyle(`${tall} thead th`, { position: 'sticky', top: 0, zIndex: 1 })

export const area = style({ minWidth: 0, overflow: 'auto' })
