import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

/** In px. */
export const fadeWidth = 48

/** Tabs that don't fit fade at the end, until they are scrolled there. */
const fade = keyframes({
  '0%, 99%': { maskImage: `linear-gradient(90deg, #000 calc(100% - ${fadeWidth}px), transparent)` },
})
export const bar = style({
  overflowX: 'auto',
  scrollbarWidth: 'none',
  animation: `${fade} linear`,
  animationTimeline: 'scroll(self inline)',
})
/** Tabs that may not fit, and the menu that lists them. */
export const withMenu = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  timelineScope: '--tabs',
})
globalStyle(`${withMenu} > ${bar}`, { scrollTimeline: '--tabs inline' })
const show = keyframes({
  '0%, 100%': { visibility: 'visible', width: theme.height.small, overflow: 'visible' },
})
export const menu = style({
  display: 'grid',
  alignContent: 'center',
  '@supports': {
    // Without overflow, the timeline is inactive and the animation has no effect.
    '(animation-timeline: --tabs)': {
      visibility: 'hidden',
      width: 0,
      overflow: 'clip',
      animation: `${show} linear`,
      animationTimeline: '--tabs',
      // A finished animation would stay in effect after the tabs fit again.
      animationRange: '0% 200%',
    },
  },
})
export const list = style({ display: 'flex', width: 'max-content' })
export const tab = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '6px',
  minHeight: '38px',
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
