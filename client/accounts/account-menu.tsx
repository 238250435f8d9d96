import { LayoutDashboard, LogOut, Moon, ShieldCheck, UserRound } from 'lucide-react'
import { Avatar } from '../ui/avatar.tsx'
import { Menu, MenuEntry, MenuRule } from '../ui/menu.tsx'
import { useAccount } from './use-account.ts'
import { useViewer } from './use-viewer.ts'

/** The menu behind the avatar. */
export function AccountMenu() {
  const { user, initials } = useViewer()
  const { dark, toggleDark, logOut } = useAccount()
  return (
    <Menu
      label={user ? `Account of ${user.firstName} ${user.lastName}` : 'Account'}
      buttonClassName="nav-avatar"
      button={<Avatar initials={initials} />}
    >
      {user?.isAdmin && (
        <MenuEntry icon={ShieldCheck} href="/admin/items">
          Admin
        </MenuEntry>
      )}
      <MenuEntry icon={LayoutDashboard} href="/dashboard">
        Dashboard
      </MenuEntry>
      <MenuEntry icon={Moon} choice="check" checked={dark} side={dark ? 'ON' : 'OFF'} onSelect={toggleDark}>
        Dark mode
      </MenuEntry>
      <MenuEntry icon={UserRound} href="/profile">
        Profile
      </MenuEntry>
      <MenuRule />
      <MenuEntry icon={LogOut} onSelect={logOut}>
        Logout
      </MenuEntry>
    </Menu>
  )
}
