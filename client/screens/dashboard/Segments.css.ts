import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const segments = style({
  display: 'flex',
  flexWrap: 'wrap',
  width: 'fit-content',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  overflow: 'hidden',
})
export const item = style({
  display: 'flex',
  selectors: { '& + &': { borderInlineStart: `1px solid ${theme.color.line}` } },
})
export const segment = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '32px',
  padding: `0 ${theme.space.x3}`,
  color: theme.color.textSoft,
  fontWeight: 500,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  selectors: {
    '&:hover': { background: theme.color.sunken, color: theme.color.text },
    '&[aria-current]': { background: theme.color.accentSoft, color: theme.color.accentHover },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
})
