import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const list = style({ margin: 0, padding: 0, listStyle: 'none' })
/** The store and its value side by side, with the last change below. */
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
  gap: `2px ${theme.space.x3}`,
  padding: `${theme.space.x2} 0`,
  overflowWrap: 'anywhere',
  selectors: { '& + &': { borderTop: `1px solid ${theme.color.sunken}` } },
})
export const change = style({
  gridColumn: '1 / -1',
  color: theme.color.textSoft,
  fontSize: theme.size.small,
})
