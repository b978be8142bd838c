import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** A button that belongs to the field above it. */
export const reset = style({ marginTop: `calc(-1 * ${theme.space.x3})` })

/** What cannot be changed is there to be read: browsers and fields fade it. */
export const held = style({})
globalStyle(`${held} :disabled`, { opacity: 1, color: theme.color.text })
globalStyle(`${held} ::placeholder`, { opacity: 1, color: theme.color.textSoft })
