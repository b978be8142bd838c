import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const find = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.space.x2,
})
export const list = style({
  display: 'grid',
  maxHeight: '420px',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  overflowY: 'auto',
})
export const row = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.space.x3,
  minHeight: '36px',
  padding: `0 ${theme.space.x3}`,
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${theme.color.line}` } },
})
export const count = style({
  minWidth: '24px',
  textAlign: 'end',
  fontVariantNumeric: 'tabular-nums',
})
export const soft = style({ color: theme.color.textSoft, fontSize: '13px' })
