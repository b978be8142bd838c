import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const change = style({
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  fontVariantNumeric: 'tabular-nums',
})
export const news = styleVariants({
  good: { color: theme.color.success, fontWeight: 500 },
  bad: { color: theme.color.error, fontWeight: 500 },
  plain: { fontWeight: 500 },
})
