import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const changes = style({
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflow: 'hidden',
})
export const change = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space.x1} ${theme.space.x4}`,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  fontVariantNumeric: 'tabular-nums',
  selectors: { '& + &': { borderTop: `1px solid ${theme.color.line}` } },
  '@media': {
    [media.roomy]: {
      display: 'grid',
      gridTemplateColumns: '160px minmax(0, 1fr) fit-content(260px)',
    },
  },
})
export const event = style({ fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere' })
export const actor = style({
  flexBasis: '100%',
  minWidth: 0,
  color: theme.color.textSoft,
  overflowWrap: 'anywhere',
})
export const failure = style({ display: 'grid', justifyItems: 'start', gap: theme.space.x2 })
