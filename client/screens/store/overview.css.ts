import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'
import { stack } from './Store.css.ts'

export const overview = style({
  ...stack,
  alignItems: 'start',
  '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' } },
})
export const whole = style({ gridColumn: '1 / -1', minWidth: 0 })
export const figures = style({
  ...stack,
  padding: theme.space.x4,
  alignItems: 'start',
  '@media': { [media.roomy]: { gridTemplateColumns: 'fit-content(62%) minmax(0, 1fr)' } },
})

export const check = style({ display: 'flex', alignItems: 'center', gap: theme.space.x2 })
const icon = style({ flex: 'none' })
export const okIcon = style([icon, { color: theme.color.success }])
export const badIcon = style([icon, { color: theme.color.error }])
