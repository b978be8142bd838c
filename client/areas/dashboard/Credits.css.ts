import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x2,
})
export const numbers = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: theme.space.x3,
  '@media': { [media.narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const figure = style({ display: 'grid', alignContent: 'start', gap: '2px' })
export const change = style({ display: 'block' })
