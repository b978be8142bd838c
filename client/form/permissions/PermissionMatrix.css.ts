import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const matrix = style({ display: 'grid', gap: theme.space.x2, minWidth: 0 })
export const box = style({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: '24px',
  minHeight: '24px',
  // On narrow screens, the action's name is beside its checkbox.
  '@media': {
    [media.narrow]: { display: 'inline-flex', alignItems: 'center', gap: theme.space.x2 },
  },
})
