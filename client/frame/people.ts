/*
 * The modules shared by the screens of users, user groups, and permissions. Each of these screens,
 * and of their panels, imports this file first (client/docs/decisions/0001-chunks.md).
 */
import './signedIn.ts'
import '#shared/areas/users/userGroups.ts'
import '#shared/areas/users/users.ts'
import '#shared/areas/users/accountStates.ts'
import '../ui/PermissionsTable.tsx'
import './peopleLinks.tsx'
