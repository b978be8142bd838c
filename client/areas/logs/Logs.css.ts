import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

const line = `1px solid ${theme.color.line}`

/** A time that is chosen is a filter that holds. */
export const selected = style({ color: theme.color.accentHover, fontWeight: 500 })
export const newest = style({ display: 'contents' })
globalStyle(`${newest} > a`, { '@media': { [media.narrow]: { display: 'none' } } })
/** Without a script nothing appears by itself. */
export const live = style({
  border: 0,
  background: 'none',
  cursor: 'pointer',
  selectors: { '&[aria-pressed="true"]': { background: theme.color.sunken } },
  '@media': {
    '(scripting: none)': { display: 'none' },
    [media.narrow]: { border: line },
  },
})
/** What is as it should be is quiet. */
export const quiet = style({ color: theme.color.textSoft })
export const files = style({ display: 'grid', gap: theme.space.x2 })
export const valid = style({ color: theme.color.success, fontWeight: 500 })
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
/** What was changed is proof, and told whole. */
export const value = style({
  display: 'block',
  padding: `${theme.space.x1} 0`,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
})
