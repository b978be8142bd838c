import { styleVariants } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** Theme colors for the border of a textarea. */
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
