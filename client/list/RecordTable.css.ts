import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const scroll = style({
  minWidth: 0,
  overflowX: 'auto',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
})
export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
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
globalStyle(`${table} tr:last-child td`, { borderBottom: 0 })
globalStyle(`${table} th`, {
  background: theme.color.canvas,
  color: theme.color.textSoft,
  fontSize: '13px',
  fontWeight: 500,
})
globalStyle(`${table} [data-numeric]`, { textAlign: 'end' })
globalStyle(`${table} tbody tr:hover`, { background: theme.color.canvas })
globalStyle(`${table} tbody tr[aria-current], ${table} tbody tr:focus-within`, {
  background: theme.color.accentSoft,
})
export const sort = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x1,
  minHeight: '24px',
  color: 'inherit',
  textDecoration: 'none',
})
export const sorted = style({ color: theme.color.accent })
export const unsorted = style({
  opacity: 0,
  selectors: { [`${sort}:hover &, ${sort}:focus-visible &`]: { opacity: 1 } },
})
export const open = style({
  display: 'inline-block',
  minHeight: '24px',
  lineHeight: '24px',
  color: theme.color.text,
  fontWeight: 500,
})
export const actions = style({ width: '1%', textAlign: 'end' })
export const action = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '28px',
  height: '28px',
  borderRadius: theme.radius.small,
  color: theme.color.textSoft,
  selectors: { '&:hover': { background: theme.color.errorSoft, color: theme.color.error } },
})
export const handle = style({ cursor: 'grab', color: theme.color.textSoft })
export const moves = style({ display: 'inline-flex', alignItems: 'center', gap: theme.space.x1 })
export const move = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '28px',
  height: '28px',
  padding: 0,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.small,
  background: theme.color.surface,
  cursor: 'pointer',
  selectors: { '&:disabled': { opacity: 0.35, cursor: 'default' } },
})
