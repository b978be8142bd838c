import { style, styleVariants } from '@vanilla-extract/css'
import { limits } from '#shared/limits.ts'
import { theme } from '#client/styles/theme.css.ts'

/** Distance from the control (spec.md section 9). */
const offset = `${limits.tooltipOffset}px`

export const anchor = style({
  display: 'inline-flex',
  anchorName: '--tooltip',
  anchorScope: '--tooltip',
})

const base = style({
  position: 'fixed',
  positionAnchor: '--tooltip',
  bottom: 'anchor(top)',
  justifySelf: 'anchor-center',
  positionTryFallbacks: 'flip-block',
  zIndex: 50,
  width: 'max-content',
  maxWidth: 'min(280px, 90vw)',
  margin: `${offset} 0`,
  padding: `${theme.space.x1} ${theme.space.x2}`,
  borderRadius: theme.radius.small,
  color: theme.color.onAccent,
  fontSize: theme.size.small,
  lineHeight: 1.4,
  pointerEvents: 'none',
  visibility: 'hidden',
  opacity: 0,
  transition: 'opacity 100ms',
  selectors: {
    [`${anchor}:not([data-dismissed]):is(:hover, :focus-within) > &`]: {
      visibility: 'visible',
      opacity: 1,
    },
  },
})

const colours = {
  blue: '#1d4ed8',
  red: '#b91c1c',
  gray: '#374151',
  slate: '#1e293b',
  orange: '#9a3412',
  teal: '#0f766e',
  purple: '#7e22ce',
  pink: '#be185d',
  indigo: '#4338ca',
  yellow: '#854d0e',
} as const

export const bubble = styleVariants(colours, (background) => [base, { background }])
