import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const quiet = style({ color: theme.color.textSoft })
export const failing = style({ color: theme.color.error })
/** Each line is tall enough for a target of its own. */
export const failingKind = style({ display: 'block', lineHeight: '24px' })
export const incomplete = style({ color: theme.color.warning, fontWeight: 500 })
export const tags = style({ display: 'inline-flex', gap: theme.space.x1 })
export const code = style({ fontFamily: theme.font.mono, fontSize: '13px' })
export const warning = style({ color: theme.color.error, fontWeight: 500 })
