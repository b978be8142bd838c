import { styleVariants } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** The fixed list of theme colours a text area may have as its edge. */
export const color = styleVariants(
  {
    slate: theme.color.lineStrong,
    primary: theme.color.accent,
    error: theme.color.error,
    warning: theme.color.warning,
    success: theme.color.success,
  },
  (borderColor) => ({ borderColor }),
)
