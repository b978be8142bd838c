import { style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const layout = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
  alignItems: 'start',
  '@media': {
    [media.roomy]: {
      selectors: {
        '&[data-panel]': { gridTemplateColumns: `minmax(0, 1fr) ${theme.width.panel}` },
      },
    },
  },
})
export const main = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x3,
  minWidth: 0,
  alignContent: 'start',
})
