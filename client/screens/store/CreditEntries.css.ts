import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

/** Text of any length in a cell of a table. */
export const words = style({
  display: 'inline-block',
  minWidth: '100px',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  '@media': { [media.narrow]: { minWidth: '80px' } },
})
export const issuer = style([
  words,
  { display: 'block', color: theme.color.textSoft, fontSize: theme.size.small },
])
