import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

const line = `1px solid ${theme.color.line}`

/** A selected period is an active filter. */
export const selected = style({ color: theme.color.accentHover, fontWeight: 500 })
export const newest = style({ display: 'contents' })
globalStyle(`${newest} > a`, { '@media': { [media.narrow]: { display: 'none' } } })
/** Live updates need JavaScript. */
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
/** Normal results are muted. */
export const quiet = style({ color: theme.color.textSoft })
export const files = style({ display: 'grid', gap: theme.space.x2 })
export const valid = style({ color: theme.color.success, fontWeight: 500 })
export const others = style({ display: 'grid', gap: theme.space.x1, listStyle: 'none' })
/** Changes are evidence, so they aren't truncated. */
export const value = style({
  display: 'block',
  padding: `${theme.space.x1} 0`,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
})
