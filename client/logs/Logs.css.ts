import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

const line = `1px solid ${theme.color.line}`

export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x3,
  fontSize: '13px',
})
export const periods = style({
  display: 'flex',
  border: line,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  overflow: 'hidden',
})
globalStyle(`${periods} > a`, {
  padding: `${theme.space.x1} ${theme.space.x3}`,
  color: theme.color.textSoft,
  textAlign: 'center',
  outlineOffset: '-2px',
})
globalStyle(`${periods} > a + a`, { borderInlineStart: line })
globalStyle(`${periods} > a:hover`, { background: theme.color.sunken, color: theme.color.text })
globalStyle(`${periods} > a[aria-current]`, {
  background: theme.color.accentSoft,
  color: theme.color.accentHover,
  fontWeight: 500,
})
/** Without a script nothing appears by itself. */
export const live = style({ '@media': { '(scripting: none)': { display: 'none' } } })
export const files = style({ display: 'grid', gap: theme.space.x2 })
export const right = style({ color: theme.color.success, fontWeight: 500 })
export const others = style({ display: 'grid', gap: theme.space.x1, listStyle: 'none' })
/** The words give way to the number of times. */
export const repeated = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minWidth: 0,
})
globalStyle(`${repeated} > span`, { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' })
/** How many equal failures a row stands for. */
export const times = style({
  flex: 'none',
  color: theme.color.textSoft,
  padding: `0 ${theme.space.x2}`,
  borderRadius: '999px',
  background: theme.color.canvas,
  border: line,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
