import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const hold = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x3,
  padding: theme.space.x3,
  borderRadius: theme.radius.medium,
  background: theme.color.errorSoft,
  color: theme.color.error,
  fontWeight: 500,
})
export const grow = style({ flex: 1, minWidth: '200px' })
