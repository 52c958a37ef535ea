/** Any legal action will do. */
public class Bot {
    public static void main(String[] args) {
        Domino.run("random-java", view -> view.rng().below(view.legal.size()));
    }
}
