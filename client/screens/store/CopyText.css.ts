import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const copy = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x2,
})
export const copyText = style({
  fontFamily: theme.font.mono,
  fontSize: '13px',
  overflowWrap: 'anywhere',
  userSelect: 'all',
})
export const copyButton = style({
  '@media': { '(scripting: none)': { display: 'none' } },
})
