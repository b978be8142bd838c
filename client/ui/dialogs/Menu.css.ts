import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const menu = style({ position: 'relative', anchorScope: '--menu' })

const face = style({
  anchorName: '--menu',
  alignItems: 'center',
  justifyContent: 'center',
  lineHeight: 1,
  listStyle: 'none',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { background: theme.color.sunken },
  },
})
export const look = styleVariants({
  button: [
    face,
    {
      display: 'inline-flex',
      minHeight: theme.height.normal,
      padding: `0 ${theme.space.x3}`,
      border: `1px solid ${theme.color.line}`,
      borderRadius: theme.radius.medium,
      background: theme.color.surface,
      fontWeight: 500,
    },
  ],
  icon: [
    face,
    {
      display: 'inline-flex',
      width: theme.height.small,
      height: theme.height.small,
      borderRadius: theme.radius.small,
      color: theme.color.textSoft,
    },
  ],
  dashed: [
    face,
    {
      display: 'inline-flex',
      gap: '6px',
      minHeight: theme.height.small,
      padding: `0 ${theme.space.x2}`,
      border: `1px dashed ${theme.color.lineStrong}`,
      borderRadius: theme.radius.medium,
      color: theme.color.textSoft,
      fontSize: '13px',
      whiteSpace: 'nowrap',
    },
  ],
  avatar: [
    face,
    {
      display: 'flex',
      width: theme.height.normal,
      height: theme.height.normal,
      borderRadius: '50%',
      background: theme.color.accentSoft,
      color: theme.color.accent,
      fontSize: '13px',
      fontWeight: 600,
    },
  ],
})

const sheet = style({
  position: 'absolute',
  top: '100%',
  zIndex: 30,
  width: 'max-content',
  maxWidth: `calc(100vw - ${theme.space.x6})`,
  maxHeight: 'min(70dvh, 560px)',
  margin: `${theme.space.x1} 0`,
  overflowY: 'auto',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  boxShadow: `0 8px 24px ${theme.color.shade}`,
  // Anchored to its button but positioned in the window: no scrolling table clips it, and it flips
  // to the side with room.
  '@supports': {
    '(position-area: bottom)': {
      position: 'fixed',
      inset: 'auto',
      positionAnchor: '--menu',
      positionTryFallbacks: 'flip-block, flip-inline, flip-block flip-inline',
    },
  },
})
export const align = styleVariants({
  start: [
    sheet,
    { left: 0, '@supports': { '(position-area: bottom)': { positionArea: 'bottom span-right' } } },
  ],
  end: [
    sheet,
    { right: 0, '@supports': { '(position-area: bottom)': { positionArea: 'bottom span-left' } } },
  ],
})

export const list = style({ minWidth: '200px', padding: theme.space.x1 })
export const entry = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  width: '100%',
  minHeight: '32px',
  padding: `6px ${theme.space.x3}`,
  border: 0,
  borderRadius: theme.radius.small,
  background: 'none',
  color: theme.color.text,
  textAlign: 'start',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  selectors: {
    '&:hover:not(:disabled)': { background: theme.color.sunken },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&:disabled': { color: theme.color.textSoft, cursor: 'default' },
    '&[aria-current]': { color: theme.color.accent, fontWeight: 500 },
  },
})
// Colors the entries that delete something, wherever they are in a menu.
globalStyle(
  `${entry}:is([href*="?delete="], [href*="&delete="], [href$="#delete"], [href*="tab=danger"])`,
  {
    color: theme.color.error,
  },
)
