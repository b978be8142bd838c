import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const pairs = style({
  margin: `${theme.space.x3} 0 0`,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
})
/** Side by side, what they are called, how far apart, and what to do; one below the other where it is narrow. */
export const pair = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space.x2} ${theme.space.x4}`,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.sunken}`,
  selectors: { '&:last-child': { borderBottom: 0 } },
})
export const names = style({ flex: '1 1 200px', minWidth: 0 })
globalStyle(`${names} p`, { margin: 0, overflowWrap: 'anywhere' })
export const soft = style({ color: theme.color.textSoft, fontSize: '12.5px' })
export const distance = style({
  flex: '0 0 96px',
  color: theme.color.textSoft,
  fontVariantNumeric: 'tabular-nums',
})
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x2 })
