import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const bar = style({
  gridArea: 'bar',
  position: 'sticky',
  top: 0,
  zIndex: 20,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x4,
  minWidth: 0,
  padding: `0 ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})
export const brand = style({
  minHeight: '24px',
  lineHeight: '24px',
  color: theme.color.text,
  fontWeight: 650,
  letterSpacing: '-0.01em',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
})
export const who = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x3,
  minWidth: 0,
})
export const labels = style({ display: 'grid', minWidth: 0, textAlign: 'right', lineHeight: 1.25 })
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
export const jobTitle = style({ ...oneLine, fontWeight: 500, fontSize: '13px' })
export const organisation = style({
  ...oneLine,
  color: theme.color.textSoft,
  fontSize: theme.size.small,
})
export const name = style({
  padding: `${theme.space.x2} ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.line}`,
  color: theme.color.textSoft,
  fontSize: '13px',
  overflowWrap: 'anywhere',
})
export const choices = style({ display: 'flex', gap: theme.space.x2 })
