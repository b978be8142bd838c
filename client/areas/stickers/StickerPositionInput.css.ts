import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const frame = style({ minWidth: 0 })
globalStyle(`${frame} > legend`, { marginBottom: theme.space.x1 })

/** The card, with touch targets at each position. */
export const grid = style({
  display: 'inline-grid',
  gridTemplateColumns: 'repeat(3, 40px)',
  gridAutoRows: '32px',
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
})

export const positionBox = style({
  appearance: 'none',
  display: 'grid',
  placeItems: 'center',
  width: '100%',
  height: '100%',
  margin: 0,
  border: 0,
  background: 'none',
  borderRadius: theme.radius.medium,
  cursor: 'pointer',
  selectors: {
    '&::before': {
      content: '""',
      width: '8px',
      height: '8px',
      border: `1px solid ${theme.color.lineStrong}`,
      borderRadius: theme.radius.round,
    },
    '&:hover': { background: theme.color.sunken },
    '&:checked::before': {
      width: '22px',
      height: '14px',
      border: 0,
      borderRadius: theme.radius.small,
      background: theme.color.accent,
    },
    [`${frame}[data-invalid] &::before`]: { borderColor: theme.color.error },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: { '&:checked::before': { background: 'Highlight' } },
    },
  },
})
