import { BadgeDollarSign, Bell, Gift, MessagesSquare, ShieldCheck, Zap } from 'lucide-react'

const features = [
  {
    icon: ShieldCheck,
    title: 'Secure payments',
    text: 'Our own staff check every transfer before your order goes ahead. You never enter a card number, so none can leak.',
  },
  {
    icon: Zap,
    title: 'Fast processing',
    text: 'Your order’s page updates live: paid, being checked, verified, ready. No reloading, no chasing.',
  },
  {
    icon: BadgeDollarSign,
    title: 'Transparent pricing',
    text: 'Prices in dollars, Indian or Sri Lankan rupees. Savings are shown next to the price, and transfers are free of fees.',
  },
  {
    icon: Gift,
    title: 'Referral rewards',
    text: 'When a friend’s first order is verified, you get a tenth of its total in points. Your own orders earn points too.',
  },
  {
    icon: Bell,
    title: 'Notifications',
    text: 'Verified, rejected, ready or refunded: you’ll know the moment anything happens to your order.',
  },
  {
    icon: MessagesSquare,
    title: 'Support',
    text: 'Write to the people who check the payments. They can see your order and typically reply within a few minutes.',
  },
]

/** The six feature cards of the home page. */
export function Features() {
  return (
    <section aria-labelledby="features" className="page-column home-section">
      <h2 id="features" className="home-title">
        Built so you can see what happens
      </h2>
      <ul className="features">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className="feature">
            <span className="feature-icon">
              <Icon size={20} strokeWidth={1.75} />
            </span>
            <h3 className="feature-title">{title}</h3>
            <p className="feature-text">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
