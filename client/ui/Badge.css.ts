import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '20px',
  padding: `0 ${theme.space.x2}`,
  borderRadius: theme.radius.round,
  fontSize: theme.size.small,
  fontWeight: 500,
  whiteSpace: 'nowrap',
})
export const tone = styleVariants({
  neutral: [base, { background: theme.color.sunken, color: theme.color.textSoft }],
  accent: [base, { background: theme.color.accentSoft, color: theme.color.accentHover }],
  good: [base, { background: theme.color.successSoft, color: theme.color.success }],
  warn: [base, { background: theme.color.warningSoft, color: theme.color.warning }],
  bad: [base, { background: theme.color.errorSoft, color: theme.color.error }],
})
