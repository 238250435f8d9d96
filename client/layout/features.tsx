import { BadgeDollarSign, Bell, Gift, MessagesSquare, ShieldCheck, Zap } from 'lucide-react'

const features = [
  {
    icon: ShieldCheck,
    title: 'Secure payments',
    short: 'Each one checked',
    text: 'We check every transfer before your order goes ahead. You never enter a card number, so there’s none to leak.',
  },
  {
    icon: Zap,
    title: 'Fast processing',
    short: 'Live, step by step',
    text: 'Your order’s page updates live: paid, being checked, verified, ready. No reloading, no chasing.',
  },
  {
    icon: BadgeDollarSign,
    title: 'Transparent pricing',
    short: 'No fee on transfers',
    text: 'Prices in US dollars, Indian rupees or Sri Lankan rupees, with what you save next to them. We add no fee to transfers.',
  },
  {
    icon: Gift,
    title: 'Referral rewards',
    short: 'Points for inviting',
    text: 'When a friend’s first order is verified, you get a tenth of its total in points. Your own orders earn points, too. Points can’t be spent or paid out.',
  },
  {
    icon: Bell,
    title: 'Notifications',
    short: 'Updates on every order',
    text: 'Verified, rejected, ready or refunded: you’ll know the moment anything happens to your order.',
  },
  {
    icon: MessagesSquare,
    title: 'Support',
    short: 'Replies in minutes',
    text: 'Write to the people who check the payments. They see your order and, while we’re open, typically reply within a few minutes.',
  },
]

/** The six feature cards of the home page; on a phone with a few words each. */
export function Features() {
  return (
    <section aria-labelledby="features" className="page-column home-section">
      <h2 id="features" className="home-title">
        Built so you can see what happens
      </h2>
      <ul className="features">
        {features.map(({ icon: Icon, title, short, text }) => (
          <li key={title} className="feature">
            <span className="feature-icon">
              <Icon size={20} strokeWidth={1.75} />
            </span>
            <h3 className="feature-title">{title}</h3>
            <p className="feature-text">{text}</p>
            <p className="feature-short">{short}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
