import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const bar = style({ overflowX: 'auto', borderBottom: `1px solid ${theme.color.line}` })
export const list = style({ display: 'flex' })
export const tab = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '36px',
  // So that the eleven tabs of a store stand side by side in a window 1280 px wide.
  padding: `0 ${theme.space.x2}`,
  borderBottom: '2px solid transparent',
  color: theme.color.textSoft,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  selectors: {
    '&:hover': { color: theme.color.text },
    '&[aria-current="page"]': {
      borderBottomColor: theme.color.accent,
      color: theme.color.accent,
      fontWeight: 500,
    },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
})
