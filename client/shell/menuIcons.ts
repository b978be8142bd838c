import Boxes from 'lucide-react/icons/boxes'
import CreditCard from 'lucide-react/icons/credit-card'
import Gift from 'lucide-react/icons/gift'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Settings from 'lucide-react/icons/settings'
import Store from 'lucide-react/icons/store'
import Users from 'lucide-react/icons/users'
import type { LucideIcon } from 'lucide-react'
import type { MenuGroup } from '#shared/routes.ts'

/** The picture of each heading of the side menu. */
export const groupIcons: Record<MenuGroup, LucideIcon> = {
  Stores: Store,
  Catalogue: Boxes,
  People: Users,
  Payments: CreditCard,
  'Gift cards': Gift,
  Settings,
}

/** The picture of the one entry that stands under no heading. */
export const linkIcon = LayoutDashboard
