import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

const backdrop = 'rgb(15 23 42 / 40%)'

export const dialog = style({
  width: 'min(460px, calc(100vw - 24px))',
  maxHeight: 'calc(100dvh - 24px)',
  margin: 'auto',
  padding: theme.space.x6,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  selectors: {
    '&::backdrop': { background: backdrop },
    // Applies until script makes it modal.
    '&:not(:modal)': {
      position: 'fixed',
      inset: 0,
      zIndex: 30,
      boxShadow: `0 0 0 100vmax ${backdrop}`,
    },
  },
})
export const title = style({
  marginBottom: theme.space.x4,
  fontSize: theme.size.large,
  fontWeight: 600,
})
