/* What the screens of users, their groups and rights have in common: each of them, and of their panels, begins with it (client/docs/decisions/0001-chunks.md). */
import './signedIn.ts'
import '#shared/areas/users/userGroups.ts'
import '#shared/areas/users/users.ts'
import '#shared/areas/users/accountStates.ts'
import '../ui/PermissionsTable.tsx'
import './peopleLinks.tsx'
