import { keyframes, style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

/** Tabs that don't fit fade at the end, until they are scrolled there. */
const fade = keyframes({
  '0%, 99%': { maskImage: 'linear-gradient(90deg, #000 calc(100% - 48px), transparent)' },
})
export const bar = style({
  overflowX: 'auto',
  scrollbarWidth: 'none',
  animation: `${fade} linear`,
  animationTimeline: 'scroll(self inline)',
})
export const list = style({ display: 'flex', width: 'max-content' })
export const tab = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '6px',
  minHeight: '38px',
  // Fits a store's twelve tabs side by side into a window 1280 px wide.
  padding: '0 9px',
  boxShadow: 'inset 0 -2px transparent',
  color: theme.color.textSoft,
  fontSize: '13.5px',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  selectors: {
    '&[data-none]': { color: '#64748b' },
    '&:hover': { color: theme.color.text },
    '&[aria-current="page"]': {
      boxShadow: `inset 0 -2px ${theme.color.accent}`,
      color: theme.color.text,
      fontWeight: 500,
    },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
})
export const count = style({
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  fontVariantNumeric: 'tabular-nums',
  selectors: { '&[data-bad]': { color: theme.color.error, fontWeight: 500 } },
})
