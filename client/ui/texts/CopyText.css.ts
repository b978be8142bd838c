import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** A frame with its button at the end. Long text wraps within it. */
export const frame = style({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: theme.space.x2,
  padding: `2px 2px 2px ${theme.space.x2}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.canvas,
})
export const text = style({
  minWidth: 0,
  padding: '4px 0',
  fontFamily: theme.font.mono,
  fontSize: '13px',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  userSelect: 'all',
})
export const button = style({
  '@media': { '(scripting: none)': { display: 'none' } },
})
