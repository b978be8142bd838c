import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const swatch = style({ marginInlineEnd: theme.space.x2, verticalAlign: '-3px' })
