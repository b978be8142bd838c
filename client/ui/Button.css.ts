import { createVar, style, styleVariants } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

const fill = createVar()
const fillHover = createVar()
const ink = createVar()
const edge = createVar()

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.space.x2,
  border: `1px solid ${edge}`,
  borderRadius: theme.radius.medium,
  fontWeight: 500,
  lineHeight: 1,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  selectors: {
    '&:disabled, &[aria-disabled="true"]': { cursor: 'default', opacity: 0.6 },
  },
})

export const size = styleVariants({
  normal: [base, { minHeight: theme.height.normal, padding: `0 ${theme.space.x3}` }],
  small: [
    base,
    { minHeight: theme.height.small, padding: `0 ${theme.space.x2}`, fontSize: '13px' },
  ],
})

export const variant = styleVariants({
  normal: {
    background: fill,
    color: ink,
    selectors: { '&:hover:not(:disabled)': { background: fillHover } },
  },
  outline: {
    background: theme.color.surface,
    color: fill,
    selectors: { '&:hover:not(:disabled)': { background: theme.color.sunken } },
  },
})

const colours = {
  primary: [theme.color.accent, theme.color.accentHover, theme.color.onAccent, theme.color.accent],
  error: [theme.color.error, theme.color.errorHover, theme.color.onAccent, theme.color.error],
  warning: [
    theme.color.warning,
    theme.color.warningHover,
    theme.color.onAccent,
    theme.color.warning,
  ],
  success: [
    theme.color.success,
    theme.color.successHover,
    theme.color.onAccent,
    theme.color.success,
  ],
  white: [theme.color.surface, theme.color.sunken, theme.color.text, theme.color.line],
  secondary: [theme.color.textSoft, theme.color.text, theme.color.onAccent, theme.color.lineStrong],
} as const

export const color = styleVariants(colours, ([background, hover, text, border]) => ({
  vars: { [fill]: background, [fillHover]: hover, [ink]: text, [edge]: border },
}))

/** White text is unreadable on white, so the outline has dark text and a stronger edge. */
export const whiteOutline = style({
  borderColor: theme.color.lineStrong,
  color: theme.color.text,
})
