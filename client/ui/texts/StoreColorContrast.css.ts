import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const contrast = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x3,
})
export const example = style({ width: '160px', height: '48px', flex: 'none' })
export const sentence = style({ whiteSpace: 'normal', overflowWrap: 'anywhere' })
export const none = style({ color: theme.color.textSoft })
