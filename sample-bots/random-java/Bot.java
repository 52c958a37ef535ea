/** Plays any legal action, all equally likely. */
public class Bot {
    public static void main(String[] args) {
        Domino.run("random-java", view -> view.rng().below(view.legal.size()));
    }
}
