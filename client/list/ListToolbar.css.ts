import { style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const toolbar = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: theme.space.x2,
})
export const form = style({
  display: 'flex',
  flexWrap: 'wrap',
  flex: '1 1 320px',
  gap: theme.space.x2,
  minWidth: 0,
})
export const search = style({ flex: '1 1 160px', maxWidth: '320px' })
export const buttons = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: theme.space.x2,
})
export const menu = style({ position: 'relative' })
export const summary = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.height.normal,
  padding: `0 ${theme.space.x3}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  fontWeight: 500,
  lineHeight: 1,
  listStyle: 'none',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { background: theme.color.sunken },
  },
})
export const sheet = style({
  position: 'absolute',
  top: 'calc(100% + 4px)',
  left: 0,
  zIndex: 10,
  display: 'grid',
  gap: theme.space.x3,
  width: '300px',
  maxHeight: 'min(70dvh, 560px)',
  padding: theme.space.x4,
  overflowY: 'auto',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  boxShadow: '0 8px 24px rgb(15 23 42 / 12%)',
  '@media': {
    [media.narrow]: {
      position: 'fixed',
      top: '25dvh',
      left: theme.space.x3,
      right: theme.space.x3,
      width: 'auto',
    },
  },
})
export const range = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: theme.space.x2 })
export const check = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '24px',
})
export const chips = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x2,
})
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x1,
  minWidth: 0,
  paddingInlineStart: theme.space.x3,
  borderRadius: theme.radius.round,
  background: theme.color.accentSoft,
  color: theme.color.accentHover,
  overflowWrap: 'anywhere',
})
export const remove = style({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: '28px',
  height: '28px',
  borderRadius: '50%',
  color: 'inherit',
  selectors: { '&:hover': { background: theme.color.line } },
})

export const entries = style({
  right: 0,
  left: 'auto',
  gap: 0,
  width: '200px',
  padding: theme.space.x1,
})
export const entry = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: '32px',
  padding: `0 ${theme.space.x3}`,
  borderRadius: theme.radius.small,
  color: theme.color.text,
  textDecoration: 'none',
  selectors: { '&:hover': { background: theme.color.sunken } },
})
